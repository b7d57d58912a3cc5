import { Box } from 'ink';
import type { Pane, PaneProps } from '../panes/pane.ts';
import { panes } from '../panes/registry.ts';
import { sectionLine, sectionLineTarget } from '../sections/section-line.ts';
import { SurfaceBody } from '../surfaces/surface-body.tsx';
import { Canvas } from '../terminal/canvas.tsx';
import { SECTION_LINE_HEIGHT } from './layout.ts';

export interface PaneBodyProps {
	/** As `currentPane` returns it. */
	readonly pane: Pane;
	readonly place: PaneProps;
}

/** A pane. Above the content of a section, it has the line of sections. */
export function PaneBody({ pane, place }: PaneBodyProps) {
	const { section } = pane;
	if (!section) return <SurfaceBody surface={pane} place={place} />;
	const { state, theme, width, height } = place;
	const declared: Pane = panes[pane.id];
	const line = {
		width,
		sections: declared.sections?.all.map((each) => each.section) ?? [section],
		shown: section,
		filter: pane.list.filter?.of(state) ?? '',
		position: pane.list.place(state),
	};
	return (
		<Box width={width} height={height} flexDirection="column">
			<Canvas
				width={width}
				height={SECTION_LINE_HEIGHT}
				lines={[sectionLine(line, theme)]}
				targetAt={(cell) => sectionLineTarget(line, cell)}
			/>
			<SurfaceBody
				key={section.id}
				surface={pane}
				place={{ ...place, height: height - SECTION_LINE_HEIGHT }}
			/>
		</Box>
	);
}
