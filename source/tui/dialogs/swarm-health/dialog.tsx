import { count } from '../../../columns/figures.ts';
import { fit, shorten, width as widthOf } from '../../../format/cells.ts';
import { age } from '../../../format/duration.ts';
import { sanitize } from '../../../format/sanitize.ts';
import { withoutSecrets } from '../../../format/without-secrets.ts';
import type { TrackerHealth } from '../../../protocol/resources/metadata.ts';
import { errorText } from '../../../state/connection/error-text.ts';
import {
	failHealth,
	type HealthDialog,
	isChecking,
	takeHealthAnswer,
	totalsOf,
} from '../../../state/dialogs/health-dialog.ts';
import { topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import { type DialogProps, type DialogSurface, scrolledLines } from '../dialog.ts';
import { Answers, Dialog, innerWidthOf, Line, moreBelow, Paragraph, Rule, Scrolled } from '../kit/index.ts';
import { healthRowsOf, swarmHealthCommands } from './commands.ts';

const WIDTH = 90;
/** Timeout of trackers, s. */
const TRACKER_TIMEOUT_S = 20;
/** Minimum cells of the results, and of the trackers beside them. */
const RESULT_CELLS = 34;
const TRACKER_CELLS = 24;

export const swarmHealthText = {
	title: 'Health of a swarm',
	checking: (remaining: number | undefined) =>
		remaining === undefined ? 'Checking the swarm…' : `Checking the swarm… ${remaining} to go.`,
	waiting: 'The service is checking. The result follows as an event.',
	checked: (ago: string) => `Checked ${ago} ago.`,
	none: 'No tracker reported the swarm.',
	totals: (seeders: string, leechers: string) => `${seeders} seeds, ${leechers} peers`,
} as const;

/** Shows the health of a swarm, tracker by tracker as the results arrive. */
function SwarmHealthDialog({ dialog, state, ...screen }: DialogProps<'swarm-health'>) {
	const { infohash, name, results, scroll, failure } = dialog;
	const most = healthRowsOf(screen.height);
	const { seeders, leechers } = totalsOf(dialog);
	const columns = Number.isFinite(screen.width) ? innerWidthOf(screen.width, WIDTH) : WIDTH;
	return (
		<Dialog
			title={swarmHealthText.title}
			place={moreBelow(scroll, results.length, most)}
			columns={WIDTH}
			screen={screen}
		>
			{name === '' ? null : <Line>{name}</Line>}
			<Line token="faint">{infohash}</Line>
			<Line token="heading" isLive>
				{swarmHealthText.totals(count(seeders), count(leechers))}
			</Line>
			<Rule />
			<Scrolled
				count={results.length}
				lineOf={(index) => [{ text: resultLine(results[index], columns, resultCells(results, columns)) }]}
				scroll={scroll}
				most={most}
				speak={() => results.map(spokenResult)}
				isReadAtOnce
			/>
			<Paragraph
				leastRows={1}
				most={4}
				token={failure ? 'bad' : isChecking(dialog) ? 'busy' : 'faint'}
				isLive
			>
				{statusOf(dialog, state.now)}
			</Paragraph>
			<Answers commands={swarmHealthCommands} without={['swarm-health-down', 'swarm-health-up']} />
		</Dialog>
	);
}

function resultText({ seeders, leechers, error }: TrackerHealth): string {
	return error === ''
		? swarmHealthText.totals(count(seeders), count(leechers))
		: sanitize(withoutSecrets(error), 200);
}

/** Returns the cells of the results: reasons get the room that the trackers leave. */
function resultCells(results: readonly TrackerHealth[], columns: number): number {
	const least = Math.min(RESULT_CELLS, Math.floor(columns / 2));
	const trackers = results.reduce((most, result) => Math.max(most, widthOf(trackerText(result))), 0);
	const reasons = results.reduce((most, result) => Math.max(most, widthOf(resultText(result))), 0);
	const room = columns - 1 - Math.max(TRACKER_CELLS, Math.min(trackers, columns - reasons - 1));
	return Math.max(least, room);
}

const trackerText = ({ tracker }: TrackerHealth) => sanitize(withoutSecrets(tracker), 400);

function resultLine(result: TrackerHealth | undefined, columns: number, cells: number): string {
	if (!result) return '';
	const tracker = trackerText(result);
	const room = Math.max(4, columns - cells - 1);
	return `${fit(shorten(tracker, room), room)} ${shorten(resultText(result), cells)}`;
}

function spokenResult(result: TrackerHealth): string {
	return `${sanitize(withoutSecrets(result.tracker), 200)}: ${resultText(result)}`;
}

function statusOf(dialog: HealthDialog, now: number): string {
	const { failure, answeredAt, phase, remaining, results, totals } = dialog;
	if (failure) return errorText(failure);
	if (answeredAt === undefined)
		return phase === 'waiting' ? swarmHealthText.waiting : swarmHealthText.checking(remaining);
	if (results.length === 0 && !totals) return swarmHealthText.none;
	const checkedAt = totals?.checkedAt ?? answeredAt;
	return swarmHealthText.checked(age(Math.max(0, now - checkedAt) / 1_000));
}

const opened = (state: DialogProps['state']) => topDialogOf(state, 'swarm-health');

export const swarmHealthDialog: DialogSurface<'swarm-health'> = {
	kind: 'swarm-health',
	title: 'Health of any torrent',
	commands: swarmHealthCommands,
	showsKeys: true,
	list: scrolledLines(),
	queries: [
		{
			name: 'check',
			endpoint: 'getHealth',
			every: Number.POSITIVE_INFINITY,
			when: (state) => {
				const dialog = opened(state);
				return dialog !== undefined && isChecking(dialog) && dialog.phase !== 'waiting';
			},
			request: (state) => {
				const dialog = opened(state);
				const { infohash = '', trackers = [], isRefresh = false, phase = 'answer' } = dialog ?? {};
				return {
					params: { infohash },
					query: {
						timeout: TRACKER_TIMEOUT_S,
						...(isRefresh ? { refresh: true } : {}),
						...(phase === 'answer' ? {} : { nowait: true }),
						...(trackers.length === 0 ? {} : { trackers: trackers.join(' ') }),
					},
				};
			},
			aspect: (state) => {
				const dialog = opened(state);
				return `${dialog?.infohash} ${dialog?.askedAt} ${dialog?.phase}`;
			},
			take: (state, answer, at, _, { params = {} }) =>
				takeHealthAnswer(state, params.infohash ?? '', answer, at),
			fail: (state, failure, { params = {} }) => failHealth(state, params.infohash ?? '', failure),
		},
	],
	view: SwarmHealthDialog,
};
