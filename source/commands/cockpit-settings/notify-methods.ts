/** Terminal notifications for finished and failed downloads. */
export const notifyMethods = ['none', 'bell', 'osc9', 'osc777'] as const;
