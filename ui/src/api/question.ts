/** What the server wants a person to agree to before a call is made. */
export interface Question {
  title: string;
  body: string;
  button: string;
}
type Asker = (question: Question) => Promise<boolean>;

let asker: Asker = () => Promise.resolve(false);

/** Names who asks a person; answers how to withdraw. */
export function answerQuestions(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = () => Promise.resolve(false);
  };
}

/** Asks; answers whether the person agreed. */
export const putQuestion = (question: Question): Promise<boolean> => asker(question);
