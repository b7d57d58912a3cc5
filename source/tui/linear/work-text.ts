import { oneLine } from '../../format/one-line.ts';
import { pendingSentence } from '../../state/pending.ts';
import type { State } from '../../state/state.ts';
import { shownWork } from '../../state/work.ts';
import type { Telling } from './pane-texts.ts';

/** From so many orders on it is told how far they are, a few times in all. */
const manyOrders = 20;
const timesTold = 4;

/** How far many orders are that were given together; their end is a notice. */
export function workTelling({ work }: State): Telling {
	const shown = shownWork(work);
	const step = shown && shown.total > manyOrders ? Math.floor((timesTold * shown.ended) / shown.total) : 0;
	return {
		id: step > 0 && step < timesTold ? `${shown?.id} ${step}` : '',
		lines: () => {
			if (!shown || step === 0 || step >= timesTold) return [];
			const { doing, ended, total, failed } = shown;
			return [`${oneLine(doing, 200)}: ${ended} of ${total}${failed > 0 ? `, ${failed} failed` : ''}.`];
		},
	};
}

/** What was asked for a download that the service does not show yet; nothing where there is no such thing. */
export function pendingLine({ pending, now }: State, infohash: string): string[] {
	const one = pending.get(infohash);
	return one ? [`${pendingSentence(one, now)}.`] : [];
}
