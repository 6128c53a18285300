type Asker = () => Promise<boolean>;

let asker: Asker = () => Promise.resolve(false);
let asking: Promise<boolean> | null = null;

/** Names who asks a person for the password again; answers how to withdraw. */
export function answerStepUps(by: Asker): () => void {
  asker = by;
  return () => {
    if (asker === by) asker = () => Promise.resolve(false);
  };
}

/** Asks for the password again; one question serves all the calls that wait for it. Answers whether it was given. */
export function confirmAgain(): Promise<boolean> {
  asking ??= asker().finally(() => {
    asking = null;
  });
  return asking;
}
