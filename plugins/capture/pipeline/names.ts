/** Ids that the endpoint, the pipeline and the look-ups wake each other by. */
export const PIPELINE = 'capture.pipeline';
export const LOOKUP = 'capture.lookup';
