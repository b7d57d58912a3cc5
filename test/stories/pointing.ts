import { until } from '../programs/until.ts';
import type { Session } from '../terminal/pty.ts';

/** Returns the position of a text on the screen, cells from 0. Wide characters before it count with their cells. */
async function placeOf(session: Session, text: string): Promise<{ column: number; row: number }> {
	const { emulator } = session;
	const find = () => {
		const row = emulator.rows().findIndex((line) => line.includes(text));
		if (row < 0) return undefined;
		const cells = emulator.cells()[row]?.map((cell) => cell.text) ?? [];
		for (let column = 0; column < cells.length; column++) {
			if (cells.slice(column).join('').startsWith(text)) return { column, row };
		}
		return undefined;
	};
	return until(find, { awaited: `${text} on the screen` });
}

/** Clicks on the first cell of a text, once or several times in a row. */
export async function click(session: Session, text: string, times = 1): Promise<void> {
	const { column, row } = await placeOf(session, text);
	const place = `${column + 1};${row + 1}`;
	session.type(`\x1b[<0;${place}M\x1b[<0;${place}m`.repeat(times));
}

/** Turns the wheel over a text by steps, downwards if positive. */
export async function wheel(session: Session, text: string, steps: number): Promise<void> {
	const { column, row } = await placeOf(session, text);
	session.type(`\x1b[<${steps > 0 ? 65 : 64};${column + 1};${row + 1}M`.repeat(Math.abs(steps)));
}

/** Returns the row under the cursor, of the rows below a line of titles. */
export function chosenRow({ emulator }: Session): string | undefined {
	const y = emulator.rows().findIndex((_, row) => row > 2 && emulator.cell(0, row).style.includes('inverse'));
	return y < 0 ? undefined : emulator.rows()[y];
}

/** Waits until the cursor is on the row that begins with a text. */
export async function choosesRow(session: Session, beginning: string): Promise<void> {
	await until(() => chosenRow(session)?.startsWith(beginning));
}
