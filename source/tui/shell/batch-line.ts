import { bar } from '../../format/bar.ts';
import { shorten, width } from '../../format/cells.ts';
import { oneLine } from '../../format/one-line.ts';
import { type Batch, visibleBatch } from '../../state/batch/batch.ts';
import type { State } from '../../state/core/state.ts';
import type { Segment } from '../components/compose-line.ts';
import type { Spoken } from '../surfaces/surface.ts';

const BAR_WIDTH = 10;
/** Minimum cells of the rest of the line for the bar. */
const MIN_BAR_COLUMNS = 60;

/** Returns the progress of a batch of requests; undefined when none is running. */
export function batchSegments(state: State, columns: number): Segment[] | undefined {
	const work = visibleBatch(state.batches);
	if (!work) return undefined;
	const { doing, ended, total, failed } = work;
	const said = progressText(work, state.batches.running.length - 1);
	const progress = columns >= MIN_BAR_COLUMNS ? `${bar(ended / total, BAR_WIDTH)} ` : '';
	const room = Math.max(0, columns - width(said) - width(progress) - 4);
	return [
		{ text: `… ${shorten(oneLine(doing, 200), room)}  `, token: 'busy' },
		{ text: progress, token: 'busy' },
		{ text: said, token: failed > 0 ? 'warning' : 'normal' },
	];
}

/** Returns '300 of 1000, 2 failed'. */
function progressText({ ended, total, failed, cancelled }: Batch, others: number): string {
	return [
		`${ended} of ${total}`,
		...(failed > 0 ? [`${failed} failed`] : []),
		...(cancelled ? ['the rest is cancelled'] : []),
		...(others > 0 ? [`${others} more in progress`] : []),
	].join(', ');
}

/** Minimum size of a batch whose progress is reported, and number of reports. */
const MIN_REPORTED_REQUESTS = 20;
const REPORTS_PER_BATCH = 4;

/** Returns the spoken progress of a batch of requests. Its end is reported by a notice. */
export function spokenBatch({ batches }: State): Spoken {
	const shown = visibleBatch(batches);
	const step =
		shown && shown.total > MIN_REPORTED_REQUESTS
			? Math.floor((REPORTS_PER_BATCH * shown.ended) / shown.total)
			: 0;
	return {
		id: step > 0 && step < REPORTS_PER_BATCH ? `${shown?.id} ${step}` : '',
		lines: () => {
			if (!shown || step === 0 || step >= REPORTS_PER_BATCH) return [];
			return [`${oneLine(shown.doing, 200)}: ${progressText(shown, batches.running.length - 1)}.`];
		},
	};
}
