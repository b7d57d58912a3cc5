import '../../source/tui/terminal/full-color.ts';
import { setMaxListeners } from 'node:events';
import { existsSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { useState } from 'react';
import { Canvas } from '../../source/tui/terminal/canvas.tsx';
import type { InputEvent, KeyEvent } from '../../source/tui/terminal/input/events.ts';
import { mountTerminal } from '../../source/tui/terminal/mount.ts';
import { useTerminalSize } from '../../source/tui/terminal/screen-size.ts';
import { Framed } from './framed.tsx';

/** A small app that shows its size and the last key, and ends in every possible way. */
let show: (keys: string) => void = () => {};
let breakRender: () => void = () => {};
let fill: (text: string) => void = () => {};
let flood: NodeJS.Timeout | undefined;
let commits = 0;
const log = process.env.FIXTURE_LOG;

function App() {
	const { columns, rows } = useTerminalSize();
	const [keys, setKeys] = useState('');
	const [filling, setFilling] = useState('');
	const [broken, setBroken] = useState(process.env.FIXTURE_BROKEN === '1');
	show = (key) => setKeys((before) => (before + key).slice(-60));
	fill = setFilling;
	commits++;
	breakRender = () => setBroken(true);
	if (broken) throw new Error('broken while rendering');
	return (
		<Framed width={columns} height={rows}>
			<Canvas
				width={columns - 2}
				height={2}
				lines={[`\x1b[32msize ${columns}x${rows} pid ${process.pid}\x1b[m`, `keys <${keys}>`]}
			/>
			<Canvas width={20} height={1} lines={['\x1b[1mready\x1b[m']} />
			<Canvas width={90} height={Math.max(0, rows - 5)} lines={filling === '' ? [] : [filling, ...noise()]} />
		</Framed>
	);
}

function onInput(event: InputEvent): void {
	if (event.type === 'mouse') show(`[mouse ${event.action} ${event.button}]`);
	else if (event.type !== 'key') show(`[${event.type}]`);
	else if (event.name === 'z' && event.ctrl) terminal.suspend();
	else if (event.name === 'l' && event.ctrl) terminal.repaint();
	else onKey(event);
}

function onKey(event: KeyEvent): void {
	if (event.name === 'q') void terminal.unmount(0).then(() => process.exit(0));
	if (event.name === '3') void terminal.unmount(3).then(() => process.exit(3));
	if (event.name === 'r') breakRender();
	if (event.name === 't') setTimeout(() => failInTimer(), 1);
	if (event.name === 'j') void Promise.reject(new Error('rejected by nobody'));
	if (event.name === 'k') throw new Error('broken \x1b]0;evil\x07while handling a key');
	if (event.name === 'x') process.exit(9);
	if (event.name === 'f') flood ??= setInterval(() => fill(`flood ${Math.random()}`), 2);
	if (event.name === 'w') writeStrayly();
	if (event.name === 's') {
		clearInterval(flood);
		flood = undefined;
		fill('flood stopped');
	}
	show(event.text || event.name);
}

/** Rows that have nothing in common with the previous ones. */
function noise(): string[] {
	const row = () => Array.from({ length: 90 }, () => String.fromCharCode(97 + Math.random() * 26)).join('');
	return Array.from({ length: 16 }, row);
}

/** Direct output, as from careless libraries. */
function writeStrayly(): void {
	process.stdout.write('stray log\n');
	// biome-ignore lint/suspicious/noConsole: it is what libraries use
	console.error('stray error');
	process.emitWarning('stray warning', 'StrayWarning');
	const target = new EventTarget();
	for (let count = 0; count < 20; count++) target.addEventListener('abort', () => {});
	setMaxListeners(5, target);
	for (let count = 0; count < 20; count++) target.addEventListener('close', () => {});
}

function failInTimer(): void {
	throw new Error('broken in a timer');
}

/** With a gate the app is loaded once that file exists. */
async function loadApp() {
	const gate = process.env.FIXTURE_GATE;
	while (gate && !existsSync(gate)) await wait(10);
	if (process.env.FIXTURE_BROKEN === 'loading') throw new Error('broken while loading');
	return <App />;
}

const terminal = mountTerminal(loadApp, {
	firstLines: ({ columns }) => [`\x1b[1mloading\x1b[m on ${columns} columns, pid ${process.pid}`],
	onInput,
	mouse: true,
	async onLeave() {
		clearInterval(flood);
		if (process.env.FIXTURE_HANG) await new Promise((resolve) => setTimeout(resolve, 60_000));
		// Writing this to a terminal that stopped reading would block forever.
		if (!log) writeSync(1, 'cleaned up\r\n');
	},
});

if (log) setInterval(() => writeFileSync(log, String(commits)), 5).unref();
