import { createContext } from 'react';

/** Where a form reports to when something around it, such as a wizard or a dialog, steers it. */
export interface FormDesk {
  /** With true the form shows no button of its own: the surroundings send it. */
  hidesButton: boolean;
  /** Whether it is opened to be filled in, so that its first field has the focus. */
  takesFocus: boolean;
  /** Hands over a function that sends the form and answers whether that went well. Answers how to withdraw it. */
  enrol: (send: () => Promise<boolean>) => () => void;
  /** Whether there are changes that are not saved. */
  setDirty: (dirty: boolean) => void;
  /** The form was saved. */
  done: () => void;
}
export const FormDeskContext = createContext<FormDesk | null>(null);
