/** How the terminal can be told that a download has finished or failed. */
export const notifyWays = ['none', 'bell', 'osc9', 'osc777'] as const;
