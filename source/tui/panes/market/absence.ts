import { sanitize } from '../../../format/sanitize.ts';
import type { Sampled } from '../../../state/connection/sampled.ts';
import type { State } from '../../../state/core/state.ts';
import { notSampledText } from '../../sections/sampled-text.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import { marketText } from './texts.ts';

/** Whether the service has no market, as far as its books show. */
export function isAbsent({ market: { asks, bids } }: Pick<State, 'market'>): boolean {
	return [asks, bids].some(({ at, failure }) => at === undefined && failure?.kind === 'absent');
}

/** Whether the service reports that it trades no assets, so that no order is possible. */
export function isUndeclared({ market: { assets } }: Pick<State, 'market'>): boolean {
	return assets.at !== undefined && assets.list.length === 0;
}

/** Returns why a section has no data: no market, loading, or a failure. The text is the same in all sections. */
export function noDataText(what: string, sampled: Sampled): SurfaceText | undefined {
	if (sampled.at === undefined && sampled.failure?.kind === 'absent')
		return { id: 'no market', lines: [marketText.absent, marketText.absentHint] };
	return notSampledText(what, sampled);
}

/** Maximum number of named assets, and maximum characters of a name. */
const MAX_NAMES = 8;
const MAX_NAME_LENGTH = 20;

/** Returns the text of a market without orders. It names the assets that the service declares, if it reports them. */
export function emptyText(state: Pick<State, 'market'>): SurfaceText {
	const { assets } = state.market;
	if (assets.at === undefined) return { id: 'empty', lines: [marketText.empty, marketText.firstOrder] };
	if (isUndeclared(state)) return { id: 'undeclared', lines: [marketText.empty, ...marketText.undeclared] };
	const names = assets.list.slice(0, MAX_NAMES).map(({ item }) => sanitize(item.name, MAX_NAME_LENGTH));
	const more = assets.list.length - names.length;
	const parts = more > 0 ? [...names, marketText.more(more)] : names;
	const declared = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part !== '').join(' and ');
	return { id: 'empty', lines: [marketText.empty, marketText.declared(declared), marketText.firstOrder] };
}
