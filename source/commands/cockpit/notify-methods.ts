/** Terminal notifications for finished and failed downloads. */
export const notifyWays = ['none', 'bell', 'osc9', 'osc777'] as const;
