import { Box } from 'ink';
import { factRows } from '../../../../../columns/fact-rows.ts';
import { count } from '../../../../../columns/figures.ts';
import { healthColumns } from '../../../../../columns/metadata.ts';
import { truncate } from '../../../../../format/cells.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import { wrap } from '../../../../../format/wrap.ts';
import type { TrackerHealth } from '../../../../../protocol/resources/metadata.ts';
import type { State } from '../../../../../state/core/state.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { Message } from '../../../../components/message.tsx';
import { clampPosition } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import { style } from '../../../../theme/theme.ts';
import { ListWithNote, noteHeight } from '../list-with-note.tsx';
import type { Tab, TabPlace, TabProps } from '../tab.ts';
import { healthCommands } from './commands.ts';
import { healthLines, healthSum } from './text.ts';

/** A rule, and lines for the error of a tracker. */
const MIN_NOTE_ROWS = 4;

/** Seeds and peers of the swarm, by tracker if the service reports it. */
function HealthTab({ state, theme, width, height, focused }: TabProps) {
	const trackers = trackersOf(state);
	if (trackers.length === 0 && state.details.health.told === undefined) {
		const lines = healthLines(state).map(({ text }) => text);
		return <Message theme={theme} width={width} height={height} lines={lines} />;
	}
	const head = headOf(state, width)
		.slice(0, height)
		.map(({ text, token }) => style(theme, token ?? 'normal', text));
	const at = indexOf(state);
	const { tracker = '', error = '' } = trackers[at] ?? {};
	const note = factRows([['tracker', tracker], ...(error === '' ? [] : [['error', error] as const])], width);
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas width={width} height={head.length} lines={head} />
			{trackers.length > 0 && height > head.length + 1 && (
				<ListWithNote
					columns={healthColumns}
					rows={trackers}
					cursor={focused ? at : -1}
					theme={theme}
					width={width}
					height={height - head.length}
					note={note.map(({ fact, value }) => style(theme, fact === 'error' ? 'bad' : 'normal', value))}
					noteRows={MIN_NOTE_ROWS}
				/>
			)}
		</Box>
	);
}

const trackersOf = ({ details }: State): readonly TrackerHealth[] => details.health.answer?.trackers ?? [];

const indexOf = (state: State) => Math.min(state.details.healthAt, trackersOf(state).length - 1);

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
	list: {
		positions: (state) => trackersOf(state).length,
		move: (state, rows) => {
			const healthAt = clampPosition(indexOf(state) + rows, trackersOf(state).length - 1);
			return { ...state, details: { ...state.details, healthAt } };
		},
	},
	spoken: {
		id: ({ details: { health, failures } }) =>
			[
				health.askedAt,
				health.checkingSince,
				health.isOverdue,
				health.answeredAt,
				healthSum(health),
				failures.health?.kind,
			].join(' '),
		lines: ({ details, ...rest }) => [
			healthSum(details.health),
			...(details.health.answer?.trackers ?? []).map(
				({ tracker, seeders, leechers, error }) =>
					`${oneLine(tracker, 300)}: ${error === '' ? `${count(seeders)} seeds, ${count(leechers)} peers` : oneLine(error, 300)}`,
			),
			...healthLines({ details, ...rest }).map(({ text }) => text),
		],
	},
	page: ({ state, width, height }: TabPlace) => {
		const room = height - headOf(state, width).length;
		return { rows: room - noteHeight(room, MIN_NOTE_ROWS, trackersOf(state).length) - 1 };
	},
	position: ({ state }: TabPlace) => {
		const { length } = trackersOf(state);
		return length === 0 ? '' : `${indexOf(state) + 1} of ${length}`;
	},
} as const satisfies Tab;
