/** The tabs of the details of a download, in their order. */
export const tabIds = ['overview', 'files', 'peers', 'trackers', 'pieces', 'health'] as const;
export type TabId = (typeof tabIds)[number];
