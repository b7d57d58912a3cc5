import type { SwarmHealth } from '../../protocol/resources/metadata.ts';
import type { Peer } from '../../protocol/resources/peer.ts';
import type { FilesMessage } from '../files/message.ts';
import type { Sort } from '../list/rows.ts';
import type { TabId } from '../surfaces/tabs.ts';

/** Messages about the details. `of`: infohash of the download; times as in Message. */
export type DetailsMessage =
	| { readonly type: 'show'; readonly shown: 'not' | 'split' | 'full'; readonly focused: boolean }
	/** The size of the screen is known. `wanted`: what the user chose before; undefined for nothing. */
	| {
			readonly type: 'room';
			readonly hasRoom: boolean;
			readonly wanted: 'shown' | 'hidden' | undefined;
	  }
	| { readonly type: 'focus'; readonly focused: boolean }
	| { readonly type: 'tab'; readonly tab: TabId }
	| { readonly type: 'peers'; readonly of: string; readonly peers: readonly Peer[]; readonly at: number }
	| { readonly type: 'sort-peers'; readonly sort: Sort | undefined }
	| {
			readonly type: 'pieces';
			readonly of: string;
			/** Base64 of a bitmap. */
			readonly pieces: string;
			readonly total: number;
			readonly at: number;
	  }
	| { readonly type: 'check-health'; readonly at: number }
	| { readonly type: 'health'; readonly of: string; readonly answer: SwarmHealth; readonly at: number }
	| { readonly type: 'files'; readonly what: FilesMessage };
