import '../mantine-later-styles.ts';
import { Button, Stepper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { WireWizard } from '../../../core/contract/wire.ts';
import { call } from '../api/call.ts';
import { refreshDescriptions } from '../api/queries.ts';
import { useAnswer } from '../data/answer.ts';
import { fieldOf } from '../data/bindings.ts';
import { FormDeskContext, type FormDesk } from '../data/form-desk.ts';
import { useBindings } from '../data/binding-context.tsx';
import { useAddress } from '../data/use-address.ts';
import { callOf, useAction } from '../data/use-action.ts';
import { useDelayed } from '../data/use-delayed.ts';
import { useSource } from '../data/use-source.ts';
import { Nested } from './nested.tsx';
import { Panel } from './panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import styles from './wizard.module.css';
import { useTexts } from '../text/texts.ts';

/** Steps one after the other. The next one opens when the forms of this one are saved and its check passes. */
export default function WizardView({ block, at }: { block: WireWizard; at: string }): ReactNode {
  const t = useTexts();
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const context = useBindings();
  const [query, setQuery] = useAddress();
  const resume = useSource(block.resume);
  const { run, busy } = useAction();
  const answer = useAnswer();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const forms = useRef(new Set<() => Promise<boolean>>());
  const last = block.steps.length - 1;
  const resumed = Math.min(last, Math.max(0, Number(fieldOf(resume.data, 'step')) || 0));
  const [ready, setReady] = useState(0);
  const [reached, setReached] = useState(0);
  const furthest = Math.max(reached, resumed);
  const asked = query.get('step');
  const step = asked === null ? resumed : Math.min(Math.max(0, Number(asked) - 1 || 0), furthest);
  const loading = useDelayed(working || busy !== null);

  const desk = useMemo<FormDesk>(
    () => ({
      hidesButton: true,
      takesFocus: false,
      enrol: (send) => {
        forms.current.add(send);
        setReady(forms.current.size);
        return () => {
          forms.current.delete(send);
          setReady(forms.current.size);
        };
      },
      setDirty: () => undefined,
      done: () => undefined,
    }),
    [],
  );
  useEffect(() => setError(null), [step]);

  const show = (to: number): void => {
    setReached(Math.max(furthest, to));
    setQuery((next) => {
      next.set('step', String(to + 1));
      return next;
    });
  };
  const finish = async (): Promise<void> => {
    const act = block.finish.do;
    if (!('call' in act)) return run({ id: 'wizard.finish', title: block.finish.title, do: act });
    const said = await callOf(act, context);
    // What was set up may open other screens and another start page: the way on is looked for among those.
    await refreshDescriptions();
    await answer(said, { context, after: 'reload' });
  };
  const next = async (): Promise<void> => {
    if (working) return;
    setWorking(true);
    setError(null);
    try {
      for (const send of forms.current) if (!(await send())) return;
      const check = block.steps[step]?.check;
      if (check) await call(check, { params: context.path });
      if (step < last) show(step + 1);
      else await finish();
    } catch (refused) {
      setError(refused);
    } finally {
      setWorking(false);
    }
  };

  const current = block.steps[step];
  // A form that is still on its way must not be stepped over.
  const waiting = ready < (current?.blocks.filter((inner) => inner.as === 'form').length ?? 0);
  return (
    <Panel>
      <Stepper
        active={step}
        size="sm"
        iconSize={30}
        orientation={narrow ? 'vertical' : 'horizontal'}
        allowNextStepsSelect={false}
        onStepClick={(to) => to <= furthest && show(to)}
        className={styles.steps ?? ''}
      >
        {block.steps.map((one, index) => (
          <Stepper.Step key={one.title} label={one.title} allowStepSelect={index <= furthest} />
        ))}
      </Stepper>
      {error !== null && <ErrorPanel error={error} />}
      <FormDeskContext value={desk}>{current && <Nested key={step} blocks={current.blocks} at={`${at}.${step}`} />}</FormDeskContext>
      <div className={styles.buttons}>
        <Button variant="default" disabled={step === 0} onClick={() => show(step - 1)}>
          {t('ui.wizard.previous')}
        </Button>
        <Button loading={loading} disabled={waiting} onClick={() => void next()}>
          {step === last ? block.finish.title : t('ui.wizard.next')}
        </Button>
      </div>
    </Panel>
  );
}
