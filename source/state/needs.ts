import type { EndpointName } from '../protocol/endpoints/table.ts';
import type { State } from './state.ts';

/** What can be asked for again and again. */
export type NeedName = 'downloads' | 'core';

/** Something that the screen needs from the service, for as long as it is shown. */
export interface Need {
	readonly name: NeedName;
	readonly endpoint: EndpointName;
	/** The download it is about, where it is about one. Another one is another question. */
	readonly of?: string;
	/** Milliseconds between two questions, when the service is quick. */
	readonly every: number;
}

const downloads: Need = { name: 'downloads', endpoint: 'listDownloads', every: 1_000 };
const core: Need = { name: 'core', endpoint: 'getState', every: 5_000 };

/** What the screen needs now. The header shows totals and connection on every pane, so the list is always needed. */
export function needsOf(state: State): readonly Need[] {
	const starting = state.connection.core?.state !== 'STARTED';
	return starting ? [downloads, core] : [downloads];
}
