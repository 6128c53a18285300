import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type Announcements,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge } from '@mantine/core';
import { IconChevronDown, IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EditedField } from '../../../../core/contract/wire.ts';
import { useBootstrap } from '../../shell/bootstrap.tsx';
import { changeOf, readText, withMoved } from './changes.ts';
import type { EditProps } from './edit-props.ts';
import { FieldSettings } from './field-settings.tsx';
import { focused } from './focused.ts';
import styles from './form-editor.module.css';
import { useWords, type Words } from './words.ts';

type ListProps = EditProps & { open: string | null; setOpen: (name: string | null) => void };

/** The fields in their order, which is changed by dragging or with the keyboard; one at a time is open. */
export function FieldList(props: ListProps): ReactNode {
  const { draft, fields, isLocked } = props;
  const words = useWords();
  const { locale } = useBootstrap();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (id: UniqueIdentifier): string => {
    const field = fields.find(({ name }) => name === id);
    return field ? readText(draft.changes, field, 'title')[locale] : String(id);
  };
  const drop = ({ active, over }: DragEndEvent): void => {
    const to = fields.findIndex(({ name }) => name === over?.id);
    if (over && active.id !== over.id && to >= 0) draft.change(withMoved(draft.changes, fields, String(active.id), to));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announced(words, nameOf, fields), screenReaderInstructions: { draggable: words('move.help') } }}
    >
      <SortableContext items={fields.map(({ name }) => name)} strategy={verticalListSortingStrategy} disabled={isLocked}>
        <ul className={styles.fields}>
          {fields.map((field) => (
            <Field key={field.name} field={field} {...props} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says while a field is moved. */
function announced(words: Words, nameOf: (id: UniqueIdentifier) => string, fields: readonly EditedField[]): Announcements {
  const at = (id: UniqueIdentifier | undefined): number => fields.findIndex(({ name }) => name === id) + 1;
  const said = (key: string, field: UniqueIdentifier, over?: UniqueIdentifier): string =>
    words(key, { field: nameOf(field), place: at(over ?? field), of: fields.length });
  return {
    onDragStart: ({ active }) => said('move.taken', active.id),
    onDragOver: ({ active, over }) => said('move.over', active.id, over?.id),
    onDragEnd: ({ active, over }) => said('move.dropped', active.id, over?.id),
    onDragCancel: ({ active }) => said('move.cancelled', active.id),
  };
}

function Field({ field, open, setOpen, ...props }: ListProps & { field: EditedField }): ReactNode {
  const { draft, form, isLocked, unfit } = props;
  const words = useWords();
  const { locale } = useBootstrap();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: field.name });
  const title = readText(draft.changes, field, 'title')[locale];
  const set = (property: 'hide' | 'require'): unknown => changeOf(draft.changes, field.name, property);
  const isOpen = open === field.name;
  const isNew = field.name in draft.changes.extra;
  const isWrong = unfit.some(({ at }) => at === field.name || (typeof at === 'number' && draft.changes.ops[at]?.field === field.name));
  return (
    <li
      ref={setNodeRef}
      className={styles.field}
      data-open={isOpen || undefined}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.fieldHead}>
        {!isLocked && (
          <ActionIcon
            ref={setActivatorNodeRef}
            variant="subtle"
            color="gray"
            className={styles.grip ?? ''}
            aria-label={words('move', { field: title })}
            {...attributes}
            {...listeners}
          >
            <IconGripVertical size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        <button
          type="button"
          className={styles.fieldName}
          // One that is open as it comes was just added.
          ref={isOpen ? focused : undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(isOpen ? null : field.name)}
          data-hidden={set('hide') === true || field.isHidden || undefined}
        >
          <span className={styles.fieldTitle}>{title || field.name}</span>
          {isWrong && (
            <Badge color="red" variant="light" size="sm" tt="none">
              {words('mark.wrong')}
            </Badge>
          )}
          {(set('hide') === true || field.isHidden) && (
            <Badge color="gray" variant="light" size="sm" tt="none">
              {words('mark.hidden')}
            </Badge>
          )}
          {(field.isRequired || set('require') === true) && (
            <Badge color="gray" variant="light" size="sm" tt="none">
              {words('mark.required')}
            </Badge>
          )}
          {(isNew || field.isOwn) && (
            <Badge variant="light" size="sm" tt="none">
              {words('mark.added')}
            </Badge>
          )}
          {form.forms.length > 1 && field.forms.length < form.forms.length && field.forms.length === 1 && (
            <Badge color="gray" variant="outline" size="sm" tt="none">
              {form.forms.find(({ id }) => id === field.forms[0])?.title}
            </Badge>
          )}
          <IconChevronDown size={16} className={styles.chevron} aria-hidden />
        </button>
      </div>
      {isOpen && <FieldSettings field={field} {...props} removed={() => setOpen(null)} />}
    </li>
  );
}
