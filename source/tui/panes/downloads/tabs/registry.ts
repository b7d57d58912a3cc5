import type { TabId } from '../../../../state/details/tabs.ts';
import { overviewTab } from './overview/tab.tsx';
import type { Tab } from './tab.ts';

/** All tabs, in their order. */
export const tabs: { readonly [Id in TabId]: Tab & { readonly id: Id } } = {
	overview: overviewTab,
};
