import { type DownloadState, stateDisplays } from '../../columns/download-state.ts';
import { hasCondition } from '../../filter/narrow.ts';
import type { State } from '../../state/core/state.ts';
import type { Segment } from '../components/compose-line.ts';
import { memoize } from '../components/memoize.ts';

/** States whose numbers are always shown, and those that are shown while there are any. */
const always: readonly DownloadState[] = ['downloading', 'seeding', 'stalled', 'stopped', 'error'];
const sometimes: readonly DownloadState[] = ['metadata', 'checking', 'waiting'];

/**
 * Returns the numbers of downloads by state in every form, the longest first. The last one is empty. A click on a number
 * filters by its state, the next one shows all again. The state of the filter is in brackets.
 */
export function countForms({ downloads }: State): readonly (readonly Segment[])[] {
	const { at, totals, filter } = downloads;
	return at === undefined ? [[]] : formsOf({ states: totals.states, filter });
}

interface Given {
	readonly states: ReadonlyMap<DownloadState, number>;
	readonly filter: string;
}

const formsOf = memoize(({ states, filter }: Given): readonly (readonly Segment[])[] => {
	const isChosen = (state: DownloadState) => filter !== '' && hasCondition(filter, 'state', state);
	const isUsed = (state: DownloadState) => states.has(state) || isChosen(state);
	const segmentsOf = (shown: readonly DownloadState[]) =>
		shown.flatMap((state, index): Segment[] => {
			const { sign, tone } = stateDisplays[state];
			const count = states.get(state) ?? 0;
			const text = `${sign}${count}`;
			return [
				...(index === 0 ? [] : [{ text: ' ' }]),
				{
					text: isChosen(state) ? `[${text}]` : text,
					token: isChosen(state) ? 'title' : count === 0 ? 'faint' : tone,
					target: { kind: 'condition', field: 'state', value: state },
				},
			];
		});
	return [
		segmentsOf([...always, ...sometimes.filter(isUsed)]),
		segmentsOf([...always, ...sometimes].filter(isUsed)),
		segmentsOf(always.filter(isUsed)),
		[],
	];
});
