// Must be loaded before Ink: see there.
import './full-color.ts';
import { EventEmitter } from 'node:events';
import { Box, type DOMElement, render } from 'ink';
import { Component, type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { PainterContext } from './canvas.tsx';
import { restoreAfterInk } from './ink-environment.ts';
import { type DrawingOf, findRoot, type InkRoot } from './ink-tree.ts';
import { type LivePainter, LiveSources } from './live-painter.ts';
import { TreePainter } from './painter.ts';
import { type Paint, paintLines } from './screen.ts';
import { TerminalSizeContext } from './screen-size.ts';
import type { TerminalSize } from './terminal-size.ts';

restoreAfterInk();

interface InkAppOptions {
	readonly size: TerminalSize;
	/**
	 * Called with the paint function after the tree changed and was laid out. Without Ink's hooks it paints a whole
	 * frame as Ink wrote it.
	 */
	onChange(paint: Paint): void;
	/** Called when rendering failed and the tree was removed. */
	onError(error: unknown): void;
	/** Called when a component called Ink's own `exit`. */
	onExit(error?: unknown): void;
	/** For tests of the fallback without hooks. */
	readonly withoutHooks?: boolean;
}

export interface InkApp {
	resize(size: TerminalSize): void;
	/** Paints now what live components requested. */
	flush(): void;
	unmount(): void;
}

/**
 * Starts Ink without its own input and output: it renders, lays out, and calls `onChange`.
 *
 * `debug` makes Ink write whole frames without cursor moves and ignore a CI environment. The frames go to a sink that
 * only the fallback without hooks reads.
 */
export function startInk(element: ReactNode, options: InkAppOptions): InkApp {
	const sink = new FrameSink(options.size, (frame) => options.onChange(paintLines(frame.split('\n'))));
	let root: InkRoot | undefined;
	let livePainter: LivePainter | undefined;
	const attach = (node: DOMElement | null) => {
		if (root || !node || options.withoutHooks) return;
		const found = findRoot(node);
		if (!found) return;
		root = found;
		const painter = new TreePainter(found);
		const paint: Paint = (grid) => {
			const changed: DrawingOf[] = [];
			const isLaidOut = live.update(changed);
			if (isLaidOut) painter.paint(grid, changed);
			return isLaidOut;
		};
		const live = new LiveSources(() => options.onChange(paint));
		livePainter = live;
		found.onRender = found.onImmediateRender = () => {
			painter.rendered();
			live.laidOut();
			options.onChange(paint);
		};
	};

	function Screen() {
		const size = useSyncExternalStore(sink.subscribe, () => sink.size);
		// The first commit is empty and minimal. Ink paints it by its own slow method, since the hooks can be replaced
		// only then.
		const [attached, setAttached] = useState(false);
		useLayoutEffect(() => {
			sink.muted = root !== undefined;
			setAttached(true);
		}, []);
		return (
			<Box
				ref={attach}
				width={attached ? size.columns : 1}
				height={attached ? size.rows : 1}
				flexDirection="column"
				overflow="hidden"
			>
				{attached && (
					<PainterContext value={livePainter}>
						<TerminalSizeContext value={size}>
							<Guard onError={options.onError}>{element}</Guard>
						</TerminalSizeContext>
					</PainterContext>
				)}
			</Box>
		);
	}

	const app = render(<Screen />, {
		// Ink uses only the members that these classes have.
		stdout: sink as unknown as NodeJS.WriteStream,
		stdin: new SilentInput() as unknown as NodeJS.ReadStream,
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
		isScreenReaderEnabled: false,
	});
	app.waitUntilExit().then(() => options.onExit(), options.onExit);
	return {
		resize(size) {
			sink.size = size;
			sink.emit('size');
		},
		flush: () => livePainter?.flush(),
		unmount() {
			sink.writable = false;
			app.unmount();
		},
	};
}

/**
 * Ink's stdout. It is not a terminal, so Ink hides no cursor. It is not writable at the end, so Ink paints no last
 * frame.
 */
class FrameSink extends EventEmitter {
	readonly isTTY = false;
	writable = true;
	/** Whether frames are ignored, as the empty one of the first commit is. */
	muted = true;
	size: TerminalSize;
	readonly #onFrame: (frame: string) => void;

	constructor(size: TerminalSize, onFrame: (frame: string) => void) {
		super();
		this.size = size;
		this.#onFrame = onFrame;
	}

	get columns(): number {
		return this.size.columns;
	}

	get rows(): number {
		return this.size.rows;
	}

	/** Calls a listener after each change of the size. Ink would lay out at its own event. */
	readonly subscribe = (listener: () => void) => {
		this.on('size', listener);
		return () => this.off('size', listener);
	};

	write(frame: string): boolean {
		if (!this.muted) this.#onFrame(frame);
		return true;
	}
}

/** Ink's stdin without keys. Keys come from our own input. */
class SilentInput extends EventEmitter {
	readonly isTTY = false;
	ref() {}
	unref() {}
	setEncoding() {}
	read() {
		return null;
	}
}

/** Catches errors of components: the app ends, and the error appears on the normal screen. */
class Guard extends Component<{ onError(error: unknown): void; children: ReactNode }, { failed: boolean }> {
	static getDerivedStateFromError() {
		return { failed: true };
	}

	override state = { failed: false };

	override componentDidCatch(error: unknown) {
		this.props.onError(error);
	}

	override render() {
		return this.state.failed ? null : this.props.children;
	}
}
