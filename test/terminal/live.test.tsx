import '../../source/tui/terminal/full-color.ts';
import { Box } from 'ink';
import { describe, expect, test } from 'vitest';
import { memoized } from '../../source/tui/components/memoize.ts';
import { Canvas, Overlay, Region } from '../../source/tui/terminal/canvas.tsx';
import { useMemory } from '../../source/tui/terminal/expand.ts';
import { Live } from '../../source/tui/terminal/live.tsx';
import { painted } from './painted.ts';

interface Shown {
	readonly text: string;
	readonly rows: number;
	readonly hasOverlay?: boolean;
	readonly isOther?: boolean;
}

/** A value that components show, and the number of times that React rendered their parent. */
function subject(first: Shown) {
	let value = first;
	let calls = 0;
	let renders = 0;
	const listeners = new Set<() => void>();
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	/** Counts its calls at its place. */
	function Counter({ name }: { readonly name: string }) {
		const memory = useMemory(() => ({ calls: 0 }));
		memory.calls++;
		return <Canvas width={20} height={1} lines={[`${name} ${memory.calls}`]} />;
	}
	const Kept = memoized(({ rows }: { readonly rows: number }) => {
		calls++;
		return <Canvas width={20} height={1} lines={[`rows ${rows}`]} />;
	});
	function Screen({ text, rows, hasOverlay, isOther }: Shown) {
		return (
			<Box width={20} height={8} flexDirection="column">
				<Region width={20} height={rows} targetAt={() => ({ kind: 'command', id: text })}>
					<Canvas width={20} height={rows} lines={Array(rows).fill(text)} />
				</Region>
				{isOther ? <Counter key="other" name="other" /> : <Counter key="one" name="one" />}
				<Kept rows={rows} />
				{hasOverlay && (
					<Overlay position="absolute" marginLeft={2} width={4} height={1}>
						<Canvas width={4} height={1} lines={['over']} />
					</Overlay>
				)}
			</Box>
		);
	}
	function Parent() {
		renders++;
		return <Live view={() => <Screen {...value} />} subscribe={subscribe} />;
	}
	return {
		element: <Parent />,
		set(next: Shown) {
			value = next;
			for (const listener of listeners) listener();
		},
		get calls() {
			return calls;
		},
		get renders() {
			return renders;
		},
		get listeners() {
			return listeners.size;
		},
	};
}

/** Shows a subject with and without our painter. */
async function show(first: Shown, withoutHooks: boolean) {
	const shown = subject(first);
	const { emulator, painting, settled, frames } = await painted(shown.element, {
		columns: 20,
		rows: 8,
		withoutHooks,
	});
	const change = async (next: Shown) => {
		shown.set(next);
		await Promise.resolve();
		await settled();
		return emulator.rows().filter((row) => row !== '');
	};
	return { shown, painting, frames, rows: () => emulator.rows().filter((row) => row !== ''), change };
}

describe.each([
	['with our painter', false],
	['with the output of Ink', true],
])('Live %s', (_, withoutHooks) => {
	test('shows changes that keep the boxes', async () => {
		const { rows, change } = await show({ text: 'a', rows: 2 }, withoutHooks);
		expect(rows().slice(0, 2)).toEqual(['a', 'a']);
		expect((await change({ text: 'b', rows: 2 })).slice(0, 2)).toEqual(['b', 'b']);
	});

	test('shows changes that resize, add and remove boxes', async () => {
		const { change } = await show({ text: 'a', rows: 2 }, withoutHooks);
		expect((await change({ text: 'b', rows: 3 })).slice(0, 3)).toEqual(['b', 'b', 'b']);
		expect((await change({ text: 'bbbbbbbb', rows: 3, hasOverlay: true }))[0]).toBe('bboverbb');
		expect((await change({ text: 'bbbbbbbb', rows: 1 }))[0]).toBe('bbbbbbbb');
	});

	test('shows the last of several changes at once', async () => {
		const { shown, change } = await show({ text: 'a', rows: 2 }, withoutHooks);
		shown.set({ text: 'b', rows: 4 });
		shown.set({ text: 'c', rows: 4, hasOverlay: true });
		expect((await change({ text: 'd', rows: 1 })).slice(0, 2)).toEqual(['d', expect.stringMatching(/^one/)]);
	});

	test('keeps the memory of a component until another takes its place', async () => {
		const { change } = await show({ text: 'a', rows: 1 }, withoutHooks);
		const before = Number(/one (\d+)/.exec((await change({ text: 'b', rows: 1 })).join())?.[1]);
		expect(before).toBeGreaterThan(1);
		expect(await change({ text: 'b', rows: 1, isOther: true })).toContain('other 1');
		expect(await change({ text: 'b', rows: 1 })).toContain('one 1');
	});

	test('calls a memoized component only with other props', async () => {
		const { shown, change } = await show({ text: 'a', rows: 1 }, withoutHooks);
		expect(shown.calls).toBe(1);
		await change({ text: 'b', rows: 1 });
		expect(shown.calls).toBe(1);
		expect(await change({ text: 'b', rows: 2 })).toContain('rows 2');
		expect(shown.calls).toBe(2);
	});
});

describe('Live', () => {
	test('has the mouse targets of the painted frame', async () => {
		const { shown, painting, change } = await show({ text: 'a', rows: 2 }, false);
		expect(painting.targetAt(0, 0)).toEqual({ kind: 'command', id: 'a' });
		await change({ text: 'b', rows: 2 });
		expect(painting.targetAt(0, 0)).toEqual({ kind: 'command', id: 'b' });
		shown.set({ text: 'c', rows: 2 });
		expect(painting.targetAt(0, 0)).toEqual({ kind: 'command', id: 'b' });
	});

	test('paints several changes of one turn in one frame', async () => {
		const { shown, frames, change } = await show({ text: 'a', rows: 2 }, false);
		frames.length = 0;
		shown.set({ text: 'b', rows: 2 });
		await change({ text: 'c', rows: 2 });
		expect(frames).toHaveLength(1);
	});

	test('shows memoized rows that move to the place of others', async () => {
		const Row = memoized(({ name }: { readonly name: string }) => (
			<Canvas width={20} height={1} lines={[name]} />
		));
		let names = ['a', 'b'];
		let changed = () => {};
		const subscribe = (listener: () => void) => {
			changed = listener;
			return () => {};
		};
		const view = () => (
			<Box width={20} height={8} flexDirection="column">
				{names.map((name) => (
					<Row key={name} name={name} />
				))}
			</Box>
		);
		const { emulator, settled } = await painted(<Live view={view} subscribe={subscribe} />, {
			columns: 20,
			rows: 8,
		});
		await settled();
		for (const next of [['b', 'c'], ['c', 'b'], ['d']]) {
			names = next;
			changed();
			await settled();
			const text = emulator.text().split('\n');
			expect(text.slice(0, next.length)).toEqual(next);
		}
	});

	test('does not have React render its parent', async () => {
		const { shown, change } = await show({ text: 'a', rows: 2 }, false);
		const before = shown.renders;
		await change({ text: 'b', rows: 2 });
		await change({ text: 'b', rows: 4 });
		expect(shown.renders).toBe(before);
	});

	test('does not follow changes after it is removed', async () => {
		const { shown, painting } = await show({ text: 'a', rows: 2 }, false);
		expect(shown.listeners).toBe(1);
		painting.unmount();
		expect(shown.listeners).toBe(0);
	});
});
