import { Box } from 'ink';
import { healthColumns } from '../../../../../columns/metadata.ts';
import { truncate } from '../../../../../format/cells.ts';
import { wrap } from '../../../../../format/wrap.ts';
import type { TrackerHealth } from '../../../../../protocol/resources/metadata.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import type { Command } from '../../../../surfaces/command.ts';
import type { DrawnTable } from '../../../../surfaces/row-table.ts';
import { clampPosition, type SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { style } from '../../../../theme/theme.ts';
import { factNote, listTab } from '../list-with-note.tsx';
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

const trackerList = listTab({
	table: healthTable,
	move: (state, rows) => {
		const healthIndex = clampPosition(indexOf(state) + rows, trackersOf(state).length - 1);
		return { ...state, details: { ...state.details, healthIndex } };
	},
	note: (row, _, width) => {
		const { tracker = '', error = '' } = row ?? {};
		return factNote([['tracker', tracker], ...(error === '' ? [] : [['error', error] as const])], width);
	},
	minNoteRows: MIN_NOTE_ROWS,
});

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

/** Seeds and peers of the swarm, by tracker if the service reports it. */
function HealthTab(props: TabProps) {
	const { state, theme, width, height } = props;
	const head = headOf(state, width).slice(0, height);
	const room = height - head.length;
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas
				width={width}
				height={head.length}
				lines={head.map(({ text, token }) => style(theme, token ?? 'normal', text))}
			/>
			{trackersOf(state).length > 0 && room > 1 && <trackerList.component {...props} height={room} />}
		</Box>
	);
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
	list: trackerList.list,
	page: (place: TabPlace) =>
		trackerList.page({ ...place, height: place.height - headOf(place.state, place.width).length }),
} as const satisfies Tab;
