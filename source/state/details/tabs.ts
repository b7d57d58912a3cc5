/** The tabs of the details of a download, in their order. */
export const tabIds = ['overview'] as const;
export type TabId = (typeof tabIds)[number];
