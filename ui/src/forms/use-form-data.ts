import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import type { WireFormBody } from '../../../core/contract/wire.ts';
import type { Row } from '../data/bindings.ts';
import { prefilled } from './shape.ts';

/** What stands in a form, and what stood there before anything was typed. `known` are the values it is prefilled from. */
export function useFormData(body: WireFormBody, known: Row) {
  const schema = body.schema as RJSFSchema;
  const [before, setBefore] = useState<Row>(() => prefilled(schema, known));
  const [data, setData] = useState<Row>(before);
  const [touched, setTouched] = useState(false);

  // News about the thing being edited is taken over as long as nothing was typed.
  const news = JSON.stringify(prefilled(schema, known));
  const drawn = useRef(schema);
  useEffect(() => {
    const values = JSON.parse(news) as Row;
    const added = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in (drawn.current.properties ?? {}))));
    drawn.current = schema;
    // A form that changed meanwhile keeps what was typed; only fields that are new in it are filled.
    const taken = (old: Row): Row => (touched ? { ...old, ...added } : values);
    setBefore(taken);
    setData(taken);
  }, [news, touched, schema]);

  return {
    before,
    data,
    touched,
    /** `byHand`: by a person, and not by the form with its defaults. */
    type: (next: Row, byHand: boolean): void => {
      setData(next);
      if (byHand) setTouched(true);
    },
    saved: (values: Row): void => {
      setBefore(values);
      setTouched(false);
    },
  };
}
