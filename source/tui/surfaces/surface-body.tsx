import type { ReactNode } from 'react';
import { Message } from '../components/message.tsx';
import type { PaneProps } from './pane.ts';
import type { SurfaceContent } from './surface.ts';

type BodyProps = Pick<PaneProps, 'state' | 'theme' | 'width' | 'height'>;

interface ShownSurface<Props extends BodyProps> {
	readonly surface: SurfaceContent & { readonly component: (props: Props) => ReactNode };
	readonly place: Props;
	/** Returns a line of the message as shown. Default: as declared. */
	readonly textOf?: (line: string) => string;
}

/** Returns a pane or a tab, or its message while it has nothing to show. */
export function surfaceBody<Props extends BodyProps>({ surface, place, textOf }: ShownSurface<Props>) {
	const { component: Content, message } = surface;
	const lines = message?.(place.state)?.lines;
	if (!lines) return <Content {...place} />;
	const { theme, width, height } = place;
	return <Message theme={theme} width={width} height={height} lines={textOf ? lines.map(textOf) : lines} />;
}
