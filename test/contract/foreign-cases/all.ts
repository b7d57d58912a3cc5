import type { InterfaceRow } from '../foreign/features.ts';
import { channelCases } from './channel.ts';
import type { ForeignContext } from './context.ts';
import { coreCases } from './core.ts';
import { debugCases } from './debug.ts';
import { downloadListCases } from './download-list.ts';
import { downloadCases } from './downloads.ts';
import { feedCases } from './feeds.ts';
import { fileCases } from './files.ts';
import { marketCases } from './market.ts';
import { metadataCases } from './metadata.ts';
import { trackerCases } from './trackers.ts';

/** A case for every row of the interface. A row without a case does not compile. */
export const foreignCases: {
	readonly [Name in InterfaceRow]: (context: ForeignContext) => Promise<void>;
} = {
	...downloadListCases,
	...downloadCases,
	...fileCases,
	...trackerCases,
	...channelCases,
	...feedCases,
	...marketCases,
	...metadataCases,
	...debugCases,
	...coreCases,
};
