import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { shortTitleSegments, type Title, titleSegments } from '../components/title-segments.ts';
import type { SectionTitle } from '../panes/pane.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme } from '../theme/theme.ts';

export interface SectionLineProps {
	/** Cells. */
	readonly width: number;
	readonly sections: readonly SectionTitle[];
	readonly shown: SectionTitle;
}

/** Returns the line of sections: the visible one in brackets, the others as far as they fit. */
export function sectionLine(props: SectionLineProps, theme: Theme): string {
	return composeLine(theme, props.width, segmentsOf(props));
}

/** Returns the target of a cell of it. */
export function sectionLineTarget(props: SectionLineProps, cell: number): Target | undefined {
	return segmentTarget(props.width, segmentsOf(props), [], cell);
}

function segmentsOf({ width, sections, shown }: SectionLineProps): readonly Segment[] {
	const titles = sections.map(
		({ id, title, hotkey }): Title => ({ title, hotkey, isShown: id === shown.id, command: `section-${id}` }),
	);
	const forms = [titleSegments(titles, '  '), titleSegments(titles, ' '), shortTitleSegments(titles)];
	return forms.find((segments) => widthOf(segments) <= width) ?? forms.at(-1) ?? [];
}
