import type { TabId } from './tabs.ts';

/** What can happen to the details alone. */
export type DetailsMessage =
	| { readonly type: 'show'; readonly shown: 'not' | 'split' | 'full'; readonly focused: boolean }
	| { readonly type: 'focus'; readonly focused: boolean }
	| { readonly type: 'tab'; readonly tab: TabId };
