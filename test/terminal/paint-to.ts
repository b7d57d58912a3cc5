import type { ReactNode } from 'react';
import type { ColorDepth } from '../../source/tui/terminal/color-depth.ts';
import { startInk } from '../../source/tui/terminal/ink-app.tsx';
import { Screen } from '../../source/tui/terminal/screen.ts';
import type { Target } from '../../source/tui/terminal/targets.ts';
import { usableSize } from '../../source/tui/terminal/terminal-size.ts';

export interface PaintTarget {
	readonly columns: number;
	readonly rows: number;
	/** Default: true color. */
	readonly depth?: ColorDepth;
	/** Whether only printable ASCII is shown. */
	readonly ascii?: boolean;
	/** Writes the bytes of a frame; may return a promise that resolves when they are taken. */
	write(bytes: string): void | Promise<void>;
	/** Whether Ink's own frames are painted, as without Ink's hooks. */
	readonly withoutHooks?: boolean;
}

export interface Painting {
	resize(columns: number, rows: number): void;
	/** Paints changes now, not at the time of the next frame. */
	flush(): void;
	/** Returns the mouse target painted at a cell. */
	targetAt(column: number, row: number): Target | undefined;
	/** Whether every change so far was written and taken. */
	readonly idle: boolean;
	unmount(): void;
}

/** Paints an element as on a terminal of this size, without a terminal. Errors are thrown uncaught. */
export function paintTo(element: ReactNode, target: PaintTarget): Painting {
	const size = usableSize(target.columns, target.rows);
	const onError = (error: unknown) => {
		// Not within React, which would catch it.
		queueMicrotask(() => {
			throw error;
		});
	};
	const screen = new Screen({
		size,
		depth: target.depth ?? 24,
		ascii: target.ascii ?? false,
		output: {
			write(frame, done) {
				const taken = target.write(frame);
				if (taken) void taken.then(done);
				else done();
			},
		},
		onError,
	});
	const app = startInk(element, {
		size,
		onChange: (paint) => screen.show(paint),
		onError,
		onExit() {},
		...(target.withoutHooks ? { withoutHooks: true } : {}),
	});
	return {
		resize(columns, rows) {
			const size = usableSize(columns, rows);
			screen.resize(size);
			app.resize(size);
		},
		flush: () => screen.flush(),
		targetAt: (column, row) => screen.targetAt(column, row),
		get idle() {
			return screen.idle;
		},
		unmount() {
			screen.pause();
			app.unmount();
		},
	};
}
