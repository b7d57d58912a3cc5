import type { State } from '../../../../../state/core/state.ts';
import { composeLine } from '../../../../components/compose-line.ts';
import { notSampledText } from '../../../../sections/sampled-text.ts';
import type { Section } from '../../../../sections/section.ts';
import type { SurfaceText } from '../../../../surfaces/surface.ts';
import { Canvas } from '../../../../terminal/canvas.tsx';
import type { PaneProps } from '../../../pane.ts';
import { samplesOf } from '../../history.ts';
import { loadCommands } from './commands.ts';
import { loadFacts, loadLines, staleLines, windowText } from './graphs.ts';
import { type LoadSlice, load, type Series, takeSeries } from './slice.ts';

function LoadSection({ state, theme, width, height }: PaneProps) {
	const lines = loadLines({ slice: load.of(state), now: state.now, columns: width, height });
	return (
		<Canvas
			width={width}
			height={height}
			lines={lines.map((segments) => composeLine(theme, width, segments))}
		/>
	);
}

/** Returns why there are no graphs. */
function message(state: State): SurfaceText | undefined {
	const { cpu, memory } = load.of(state);
	if (cpu.at !== undefined || memory.at !== undefined) return undefined;
	return notSampledText('its load', cpu.failure ? cpu : memory);
}

function withSeries(state: State, name: 'cpu' | 'memory', change: (series: Series) => Series): State {
	const slice = load.of(state);
	const next: LoadSlice = { ...slice, [name]: change(slice[name]) };
	return load.put(state, next);
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
