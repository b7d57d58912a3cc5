import { EventEmitter } from 'node:events';
import { Box, render } from 'ink';
import type { ReactNode } from 'react';
import { Grid } from '../../source/tui/terminal/grid.ts';
import { paintLines } from '../../source/tui/terminal/screen.ts';
import type { ScreenSize } from '../screens/pressing.ts';
import { GridScreen } from './grid-screen.ts';

export const COLUMNS = 48;
export const ROWS = 16;

/** Returns the output of stock Ink: its debug frame, line by line. */
export function stock(element: ReactNode, size: ScreenSize = { columns: COLUMNS, rows: ROWS }): GridScreen {
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
	const grid = new Grid(size.columns, size.rows);
	paintLines(frame.split('\n'))(grid);
	return new GridScreen(grid);
}
