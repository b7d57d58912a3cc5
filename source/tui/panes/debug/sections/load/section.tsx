import type { State } from '../../../../../state/core/state.ts';
import { ComposedLines } from '../../../../components/composed-lines.tsx';
import { notSampledText } from '../../../../sections/sampled-text.ts';
import type { Section } from '../../../../sections/section.ts';
import { type Command, commandsOf } from '../../../../surfaces/command.ts';
import type { PaneProps } from '../../../../surfaces/pane.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { samplesOf } from '../../history.ts';
import { loadFacts, loadLines, staleLines, windowText } from './graphs.ts';
import { load, type Series, takeSeries, windows } from './slice.ts';

const id = 'debug-load';

const zoom =
	(step: number): Command['run'] =>
	({ state, dispatch }) =>
		dispatch(load.message(state, { window: load.of(state).window + step }));

const canZoom = (step: number, why: string) => (state: State) =>
	windows[load.of(state).window + step] === undefined ? why : true;

const loadCommands = commandsOf(id, [
	{
		id: 'load-zoom-in',
		group: 'view',
		keys: ['+', '='],
		title: 'Show a shorter time in more detail',
		words: 'zoom in window',
		hint: 'zoom in',
		when: canZoom(-1, 'This is the shortest time.'),
		run: zoom(-1),
	},
	{
		id: 'load-zoom-out',
		group: 'view',
		keys: ['-'],
		title: 'Show a longer time',
		words: 'zoom out window',
		hint: 'zoom out',
		when: canZoom(1, 'This is the longest time.'),
		run: zoom(1),
	},
	{
		id: 'load-signs',
		group: 'view',
		keys: ['b'],
		title: 'Draw the graphs with dots or with blocks',
		words: 'braille',
		hint: 'blocks',
		run: ({ state, dispatch }) => dispatch(load.message(state, { hasBlocks: !load.of(state).hasBlocks })),
	},
]);

function LoadSection({ state, theme, width, height }: PaneProps) {
	const lines = loadLines({ slice: load.of(state), now: state.now, columns: width, height });
	return <ComposedLines {...{ theme, width, height, lines }} />;
}

/** Returns why there are no graphs. */
function message(state: State): SurfaceText | undefined {
	const { cpu, memory } = load.of(state);
	if (cpu.at !== undefined || memory.at !== undefined) return undefined;
	return notSampledText('its load', cpu.failure ? cpu : memory);
}

function withSeries(state: State, name: 'cpu' | 'memory', change: (series: Series) => Series): State {
	return load.change(state, { [name]: change(load.of(state)[name]) });
}

/** Values of processes that only seedtop reports. */
interface ProcessShares {
	readonly [field: string]: number | undefined;
}

/** Returns the shares of the processes in a sample: 'cpu_engine' is that of 'engine'. */
function sharesOf(sample: object | undefined, prefix: string): Series['processes'] {
	const shares = Object.entries((sample ?? {}) as ProcessShares);
	return shares.flatMap(([field, value]) =>
		field.startsWith(prefix) && typeof value === 'number' ? [[field.slice(prefix.length), value]] : [],
	);
}

/** Graphs of the processor time and the memory of the service. */
export const loadSection = {
	id: 'debug-load',
	title: 'Load',
	hotkey: 'l',
	commands: loadCommands,
	component: LoadSection,
	message,
	text: (state) => ({
		id: `${windowText(load.of(state))} ${load.of(state).cpu.failure?.kind ?? ''}`,
		lines: staleLines(load.of(state), state.now),
	}),
	facts: (state) => loadFacts(load.of(state), state.now),
	queries: [
		{
			name: 'cpu',
			endpoint: 'getCpuHistory',
			every: 5_000,
			take: (state, { cpu_history }, at) =>
				withSeries(state, 'cpu', (series) =>
					takeSeries(
						series,
						samplesOf(cpu_history, ({ cpu }) => cpu),
						sharesOf(cpu_history.at(-1), 'cpu_'),
						at,
					),
				),
			fail: (state, failure) => withSeries(state, 'cpu', (series) => ({ ...series, failure })),
		},
		{
			name: 'memory',
			endpoint: 'getMemoryHistory',
			every: 5_000,
			take: (state, { memory_history }, at) =>
				withSeries(state, 'memory', (series) =>
					takeSeries(
						series,
						samplesOf(memory_history, ({ mem }) => mem),
						sharesOf(memory_history.at(-1), 'mem_'),
						at,
					),
				),
			fail: (state, failure) => withSeries(state, 'memory', (series) => ({ ...series, failure })),
		},
	],
} as const satisfies Section;
