import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { Canvas } from '../../source/tui/terminal/canvas.tsx';
import { boxes } from './corpus-boxes.tsx';
import { Framed } from './framed.tsx';
import { painted } from './painted.ts';

const screen = (
	<Framed width={48} height={16}>
		<Canvas
			width={44}
			height={9}
			lines={[
				'\x1b[32m●\x1b[m on ○ off ✓ done ✗ not × 3 – — …',
				'↑ 5 KiB/s · ↓ 6 KiB/s ← → ∞',
				'│█████▌░░░░│ ▏▎▍▌▋▊▉█ ▁▃▅▇',
				'日本語 한국어 | after wide ones',
				'é à ß Ж λ ש ص e\u0301 | letters',
				'👍 👨‍👩‍👧‍👦 🇩🇪 1️⃣ | emoji',
				'⠋ “quoted” ‘so’ «and» so',
				'\x1b[7minverse ─── ═╪═ ┃\x1b[m',
				'plain ASCII ~!@#$%^&*()_+{}|:"<>?',
			]}
		/>
		<Canvas width={44} height={1} lines={['end…']} />
	</Framed>
);

test('a whole screen of signs is shown in printable ASCII, every cell in place', async () => {
	const options = { columns: 48, rows: 16 };
	const shown = await painted(screen, { ...options, ascii: true });
	expect(shown.emulator.rows()).toEqual([
		`+${'-'.repeat(46)}+`,
		'|* on . off * done ! not x 3 - - ~             |',
		'|^ 5 KiB/s . v 6 KiB/s < > -                   |',
		'||#####>    | --=>=### _-=#                    |',
		'|? ? ?  ? ? ?  | after wide ones               |',
		'|? ? ? ? ? ? ? ? | letters                     |',
		'|?  ?  ?  ?  | emoji                           |',
		`|- "quoted" 'so' <and> so                      |`,
		'|inverse --- -+- |                             |',
		'|plain ASCII ~!@#$%^&*()_+{}|:"<>?             |',
		'|end~                                          |',
		...new Array(4).fill(`|${' '.repeat(46)}|`),
		`+${'-'.repeat(46)}+`,
	]);
	expect(shown.emulator.cell(1, 1).style).toBe('green');
});

test('the output in ASCII mode is ASCII only, for any content', async () => {
	for (const [name, element] of Object.entries({ ...boxes, screen })) {
		const { frames, painting } = await painted(element, { columns: 48, rows: 16, ascii: true });
		painting.unmount();
		const text = frames.join('').replace(/\x1b\[[\d;?]*[A-Za-z]/g, '');
		expect([name, text.replace(/[ -~\r\n\b]/g, '')]).toEqual([name, '']);
	}
});

test('cells in ASCII mode have the same place as without it', async () => {
	for (const element of Object.values(boxes)) {
		const options = { columns: 48, rows: 16 };
		const [signs, ascii] = [
			await painted(element, options),
			await painted(element, { ...options, ascii: true }),
		];
		for (const [y, row] of signs.emulator.cells().entries()) {
			for (const [x, { text, style }] of row.entries()) {
				const cell = ascii.emulator.cell(x, y);
				if (/^[ -~]$/.test(text)) expect(cell).toEqual({ text, style });
				else expect([x, y, cell.text]).toEqual([x, y, text === '' || text === '░' ? ' ' : cell.text]);
			}
		}
		signs.painting.unmount();
		ascii.painting.unmount();
	}
});
