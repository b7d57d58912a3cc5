import type { Sampled } from '../../../state/connection/sampled.ts';
import type { State } from '../../../state/core/state.ts';
import { notSampledText } from '../../sections/sampled-text.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import { marketText } from './texts.ts';

/** Whether the service has no market, as far as its books show. */
export function isAbsent({ market: { asks, bids } }: Pick<State, 'market'>): boolean {
	return [asks, bids].some(({ at, failure }) => at === undefined && failure?.kind === 'absent');
}

/** Returns why a section has no data: no market, loading, or a failure. The text is the same in all sections. */
export function noDataText(what: string, sampled: Sampled): SurfaceText | undefined {
	if (sampled.at === undefined && sampled.failure?.kind === 'absent')
		return { id: 'no market', lines: [marketText.absent, marketText.absentHint] };
	return notSampledText(what, sampled);
}
