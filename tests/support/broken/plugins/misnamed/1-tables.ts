export const up = async (): Promise<void> => undefined;
