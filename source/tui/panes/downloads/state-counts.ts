import { type DownloadState, stateLooks } from '../../../columns/download-state.ts';
import type { State } from '../../../state/core/state.ts';
import { hasCondition } from '../../../state/list/query/narrow.ts';
import type { Segment } from '../../components/compose-line.ts';
import { memoize } from '../../components/memoize.ts';

/** States whose numbers are always shown, and those that are shown while there are any. */
const always: readonly DownloadState[] = ['downloading', 'seeding', 'stalled', 'stopped', 'error'];
const sometimes: readonly DownloadState[] = ['metadata', 'checking', 'waiting'];

/**
 * Returns the numbers of downloads by state, for the border of the list: a click filters by the state, another one
 * shows all again. The state of the filter is in brackets.
 */
export function stateCounts({ downloads }: State): readonly Segment[] {
	return downloads.at === undefined
		? []
		: counts({ states: downloads.totals.states, filter: downloads.filter });
}

interface Given {
	readonly states: ReadonlyMap<DownloadState, number>;
	readonly filter: string;
}

const counts = memoize(({ states, filter }: Given): readonly Segment[] =>
	[...always, ...sometimes.filter((state) => states.has(state))].flatMap((state, index): Segment[] => {
		const { sign, tone } = stateLooks[state];
		const count = states.get(state) ?? 0;
		const isChosen = filter !== '' && hasCondition(filter, 'state', state);
		const text = `${sign}${count}`;
		return [
			...(index === 0 ? [] : [{ text: ' ' }]),
			{
				text: isChosen ? `[${text}]` : text,
				token: isChosen ? 'title' : count === 0 ? 'faint' : tone,
				target: { kind: 'condition', field: 'state', value: state },
			},
		];
	}),
);
