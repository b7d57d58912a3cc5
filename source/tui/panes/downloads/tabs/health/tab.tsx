import { Box } from 'ink';
import { factRows } from '../../../../../columns/fact-rows.ts';
import { healthColumns } from '../../../../../columns/metadata.ts';
import { truncate } from '../../../../../format/cells.ts';
import { wrap } from '../../../../../format/wrap.ts';
import type { TrackerHealth } from '../../../../../protocol/resources/metadata.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import type { Command } from '../../../../surfaces/command.ts';
import { type DrawnTable, tableList } from '../../../../surfaces/row-table.ts';
import { clampPosition, type SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { healthLines, healthSum, healthText } from './text.ts';

const healthCommands: readonly Command[] = [
	{
		id: 'check-health',
		scope: 'tab-health',
		keys: ['enter'],
		title: 'Check the health of the swarm now',
		hint: 'check',
		when: ({ details: { of, failures, health } }) => {
			if (of === undefined) return 'There is no download here.';
			if (health.askedAt !== undefined) return 'It is being checked.';
			return failures.health?.kind === 'absent' ? healthText.notOffered : true;
		},
		run: ({ dispatch }) => dispatch({ type: 'details', what: { type: 'check-health', at: Date.now() } }),
	},
];

/** A rule, and lines for the error of a tracker. */
const MIN_NOTE_ROWS = 4;

/** Seeds and peers of the swarm, by tracker if the service reports it. */
function HealthTab({ state, theme, width, height, gutter, focused }: TabProps) {
	const trackers = trackersOf(state);
	const head = headOf(state, width)
		.slice(0, height)
		.map(({ text, token }) => style(theme, token ?? 'normal', text));
	const table = healthTable(state);
	const { tracker = '', error = '' } = trackers[table.cursor] ?? {};
	const note = factRows([['tracker', tracker], ...(error === '' ? [] : [['error', error] as const])], width);
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas width={width} height={head.length} lines={head} />
			{trackers.length > 0 && height > head.length + 1 && (
				<ListWithNote
					{...table}
					cursor={focused ? table.cursor : -1}
					theme={theme}
					width={width}
					height={height - head.length}
					gutter={gutter}
					note={note.map(({ fact, value }) => style(theme, fact === 'error' ? 'bad' : 'normal', value))}
					noteRows={MIN_NOTE_ROWS}
				/>
			)}
		</Box>
	);
}

const trackersOf = ({ details }: State): readonly TrackerHealth[] => details.health.answer?.trackers ?? [];

const indexOf = (state: State) => Math.min(state.details.healthIndex, trackersOf(state).length - 1);

function healthTable(state: State): DrawnTable<TrackerHealth> {
	return {
		noun: 'tracker',
		columns: healthColumns,
		rows: trackersOf(state),
		cursor: indexOf(state),
		keyOf: ({ tracker }) => tracker,
		isResult: true,
	};
}

/** Returns the sum and the condition, above the trackers or instead of them. */
function textOf(state: State): SurfaceText {
	const { health, failures } = state.details;
	const sum = healthSum(health);
	return {
		id: [
			health.askedAt,
			health.checkingSince,
			health.isOverdue,
			health.answeredAt,
			sum,
			failures.health?.kind,
		].join(' '),
		lines: [sum, ...healthLines(state).map(({ text }) => text)].filter((line) => line !== ''),
	};
}

/** Returns the lines above the trackers. */
function headOf(state: State, width: number): Segment[] {
	const sum = healthSum(state.details.health);
	const said = healthLines(state).flatMap(({ text, ...look }) =>
		wrap(text, width).map((line) => ({ text: line, ...look })),
	);
	return sum === '' ? said : [{ text: truncate(sum, width), token: 'heading' }, ...said];
}

export const healthTab = {
	id: 'health',
	title: 'Health',
	hotkey: 'e',
	commands: healthCommands,
	component: HealthTab,
	message: (state) =>
		trackersOf(state).length === 0 && state.details.health.reported === undefined ? textOf(state) : undefined,
	text: textOf,
	list: tableList({
		table: healthTable,
		move: (state, rows) => {
			const healthIndex = clampPosition(indexOf(state) + rows, trackersOf(state).length - 1);
			return { ...state, details: { ...state.details, healthIndex } };
		},
	}),
	page: ({ state, width, height }: TabPlace) => {
		const room = height - headOf(state, width).length;
		return { rows: room - noteHeight(room, MIN_NOTE_ROWS, trackersOf(state).length) - 1 };
	},
} as const satisfies Tab;
