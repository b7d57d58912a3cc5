import { growingColumn } from '../../../../../columns/declare.ts';
import { severityNames } from '../../../../../format/log-line.ts';
import type { Failure } from '../../../../../state/connection/connection.ts';
import type { Query } from '../../../../../state/core/query-declaration.ts';
import type { State } from '../../../../../state/core/state.ts';
import { missingRows, notSampledText } from '../../../../sections/sampled-text.ts';
import type { Section } from '../../../../sections/section.ts';
import { tableList } from '../../../../surfaces/row-table.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { logCommands } from './commands.ts';
import { cursorOf, moveCursor } from './cursor.ts';
import { LogBody, type LogRow, rowsOfLog, statusWords } from './draw.tsx';
import { countLines } from './lines.ts';
import {
	earlierLinesQuery,
	needsEarlier,
	newLinesQuery,
	takeEarlierLines,
	takeNewLines,
} from './requests.ts';
import { canContinue, continueSeek } from './seek.ts';
import { type LogProcess, type LogSlice, log } from './slice.ts';

/** Interval of the requests for new lines, ms. */
const FOLLOW_MS = 1_000;

const change = (state: State, to: (slice: LogSlice) => LogSlice) => log.put(state, to(log.of(state)));

const fail = (state: State, failure: Failure) => change(state, (slice) => ({ ...slice, failure }));

/** Returns the queries of the log of a process. Each process has its own, so that no response is mixed up. */
function queriesOf(process: LogProcess): readonly Query<'getLog'>[] {
	const isShown = (state: State) => log.of(state).process === process;
	return [
		{
			name: `new-${process}`,
			endpoint: 'getLog',
			every: FOLLOW_MS,
			when: isShown,
			request: (state) => ({ query: newLinesQuery(log.of(state)) }),
			aspect: () => '',
			take: (state, answer, at) => change(state, (slice) => takeNewLines(slice, answer, at)),
			fail,
		},
		{
			name: `earlier-${process}`,
			endpoint: 'getLog',
			every: Number.POSITIVE_INFINITY,
			when: (state) => isShown(state) && needsEarlier(log.of(state)),
			request: (state) => ({ query: earlierLinesQuery(log.of(state)) }),
			take: (state, answer) => change(state, (slice) => takeEarlierLines(slice, answer)),
			fail,
		},
	];
}

function message(state: State): SurfaceText | undefined {
	const slice = log.of(state);
	const { process, lines, least } = slice;
	const missing = notSampledText(process === 'core' ? 'its log' : 'the log of the cockpit', slice);
	if (missing) return missing;
	if (lines.end === lines.first)
		return {
			id: 'none',
			lines: [
				`The log of the ${process === 'core' ? 'service' : 'cockpit'} is empty.`,
				'p shows the other log.',
			],
		};
	if (countLines(lines, least) > 0) return undefined;
	return { id: 'filtered out', lines: ['No line is that severe.', 'v shows other lines too.'] };
}

/** The end of a log of the service, as it grows. Earlier lines are loaded when they are needed. */
export const logSection = {
	id: 'debug-log',
	title: 'Log',
	hotkey: 'L',
	commands: logCommands,
	component: LogBody,
	message,
	text: (state) => {
		const { seek, note, cursor } = log.of(state);
		const id = `${seek?.kind ?? ''} ${note} ${cursor === undefined}`;
		return { id, lines: [statusWords(log.of(state))] };
	},
	list: tableList<LogRow>({
		table: (state) => {
			const slice = log.of(state);
			const { lines, least, cursor } = slice;
			return {
				noun: 'line',
				columns: [growingColumn('line', 'LINE', 20, ({ text }) => text)],
				rows: rowsOfLog(slice),
				cursor: cursorOf(slice),
				follows: cursor === undefined,
				keyOf: ({ line }) => String(line),
				total: lines.end - lines.first,
				only: least === 0 ? '' : `${severityNames[least]} and worse`,
			};
		},
		move: (state, by) => change(state, (slice) => moveCursor(slice, by)),
		goTo: (state, key) => change(state, (slice) => ({ ...slice, cursor: Number(key), seek: undefined })),
	}),
	missing: (state) => missingRows('line', log.of(state)),
	// The line above the log has it.
	position: () => '',
	page: (_, __, height) => ({ page: Math.max(1, height - 1) }),
	queries: [...queriesOf('core'), ...queriesOf('gui')],
	work: {
		isPending: (state) => canContinue(log.of(state)),
		step: (state) => change(state, continueSeek),
	},
} satisfies Section;
