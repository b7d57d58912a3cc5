import { EventEmitter } from 'node:events';
import { Box, render } from 'ink';
import type { ReactNode } from 'react';
import { Emulator, type EmulatorOptions } from './emulator.ts';

export const COLUMNS = 48;
export const ROWS = 16;

/** Returns the output of stock Ink: its debug frame, line by line. */
export async function stock(
	element: ReactNode,
	size: Pick<EmulatorOptions, 'columns' | 'rows'> = { columns: COLUMNS, rows: ROWS },
): Promise<Emulator> {
	let frame = '';
	const stdout = Object.assign(new EventEmitter(), {
		...size,
		write(text: string) {
			frame = text;
		},
	});
	const app = render(
		<Box width={size.columns} height={size.rows} flexDirection="column">
			{element}
		</Box>,
		{
			stdout: stdout as unknown as NodeJS.WriteStream,
			debug: true,
			patchConsole: false,
		},
	);
	app.unmount();
	const emulator = new Emulator(size);
	for (const [y, line] of frame.split('\n').slice(0, size.rows).entries())
		await emulator.write(`\x1b[${y + 1}H\x1b[m${line}`);
	return emulator;
}
