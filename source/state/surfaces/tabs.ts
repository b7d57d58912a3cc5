/**
 * Tabs of the details of a download. A tab adds its id beside its declaration:
 * `declare module '…/state/surfaces/tabs.ts' { interface TabIds { log: true } }`. The registry of tabs does not compile
 * until it lists the tab.
 */
interface TabIds {
	overview: true;
	files: true;
	peers: true;
	trackers: true;
	pieces: true;
	health: true;
}

export type TabId = keyof TabIds;
