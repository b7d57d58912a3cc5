import '../../source/tui/terminal/full-color.ts';
import { Box } from 'ink';
import { useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { Canvas, Overlay } from '../../source/tui/terminal/canvas.tsx';
import { useTerminalSize } from '../../source/tui/terminal/screen-size.ts';
import { Framed } from './framed.tsx';
import { painted as ours } from './painted.ts';
import { COLUMNS, ROWS, stock } from './stock-ink.tsx';

describe('our own components', () => {
	test('a canvas shows rows, cuts longer ones, and blanks missing cells', async () => {
		const { emulator } = await ours(
			<Box width={20} height={5}>
				<Canvas width={20} height={5} lines={Array(5).fill('x'.repeat(20))} />
				<Box position="absolute" marginLeft={2} marginTop={1}>
					<Canvas width={6} height={3} lines={['\x1b[31mred and longer', '日本語字']} />
				</Box>
			</Box>,
		);
		const x = 'x'.repeat(20);
		expect(emulator.rows().slice(0, 5)).toEqual([
			x,
			'xxred anxxxxxxxxxxxx',
			'xx日本語xxxxxxxxxxxx',
			'xx      xxxxxxxxxxxx',
			x,
		]);
		expect(emulator.cell(2, 1).style).toBe('red');
	});

	test('a canvas without the painter is text with the same style', () => {
		const element = <Canvas width={12} height={3} lines={['\x1b[31mred', '', 'much longer than twelve']} />;
		const screen = stock(element);
		expect(screen.rows().slice(0, 3)).toEqual(['red', '', 'much longer…']);
		expect(screen.cell(0, 0).style).toBe('red');
	});

	test('an overlay blanks the cells beneath', async () => {
		const { emulator } = await ours(
			<Box width={10} height={3}>
				<Canvas width={10} height={3} lines={Array(3).fill('x'.repeat(10))} />
				<Overlay position="absolute" marginLeft={3} width={4} height={2}>
					<Canvas width={2} height={1} lines={['ab']} />
				</Overlay>
			</Box>,
		);
		expect(emulator.rows().slice(0, 3)).toEqual(['xxxab  xxx', 'xxx    xxx', 'xxxxxxxxxx']);
	});

	test('components receive the size of the terminal and its changes', async () => {
		function Size() {
			const size = useTerminalSize();
			return <Canvas width={9} height={1} lines={[`${size.columns}x${size.rows}`]} />;
		}
		const { emulator, painting, settled } = await ours(<Size />);
		expect(emulator.rows()[0]).toBe('48x16');
		emulator.resize(30, 5);
		painting.resize(30, 5);
		await settled();
		expect(emulator.rows()[0]).toBe('30x5');
	});
});

describe('frames', () => {
	test('send few bytes for a changed cell and clear nothing', async () => {
		let set: (value: string) => void = () => {};
		function App() {
			const [value, setValue] = useState('a');
			useEffect(() => {
				set = setValue;
			}, []);
			return (
				<Framed width={COLUMNS} height={ROWS}>
					<Canvas width={40} height={2} lines={['The quick brown fox', `state ${value} of many`]} />
				</Framed>
			);
		}
		const { emulator, frames, settled } = await ours(<App />);
		const before = emulator.rows();
		frames.length = 0;
		set('b');
		await settled();
		expect(emulator.text()).toContain('state b of many');
		expect(frames).toHaveLength(1);
		expect(frames[0]?.length).toBeLessThan(32);
		expect(frames[0]).toMatch(/^\x1b\[[\d;]+Hb$/);
		expect(frames[0]).not.toMatch(/\x1b\[\d*[JK]/);
		expect(emulator.rows().filter((row, y) => row !== before[y])).toHaveLength(1);
	});

	test('are marked as synchronized if they could be shown partly', async () => {
		const { frames } = await ours(<Canvas width={20} height={1} lines={['The quick brown fox']} />);
		expect(frames.join('')).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
	});

	test("are compared as Ink's own frames without hooks", async () => {
		const element = (
			<Framed width={20} height={4}>
				<Canvas width={8} height={2} lines={['\x1b[32mone', 'two']} />
			</Framed>
		);
		const painted = await ours(element, { columns: COLUMNS, rows: ROWS, withoutHooks: true });
		expect(painted.emulator.snapshot()).toBe(stock(element).snapshot());
		painted.frames.length = 0;
		painted.emulator.resize(30, 6);
		painted.painting.resize(30, 6);
		await painted.settled();
		expect(painted.emulator.rows()[1]).toBe('│one               │');
	});
});
