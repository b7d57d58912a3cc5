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
	/** Position in the section; empty if there is none. */
	readonly position: string;
}

/** Returns the line of sections: the visible one in brackets, the others as far as they fit, then the position. */
export function sectionLine(props: SectionLineProps, theme: Theme): string {
	const { left, right } = sidesOf(props);
	return composeLine(theme, props.width, left, right);
}

/** Returns the target of a cell of it. */
export function sectionLineTarget(props: SectionLineProps, cell: number): Target | undefined {
	const { left, right } = sidesOf(props);
	return segmentTarget(props.width, left, right, cell);
}

function sidesOf({ width, sections, shown, position }: SectionLineProps) {
	const titles = sections.map(
		({ id, title, hotkey }): Title => ({ title, hotkey, isShown: id === shown.id, command: `section-${id}` }),
	);
	const lead: Segment = { text: '▸ ', token: 'title' };
	const forms = [titleSegments(titles, '  '), titleSegments(titles, ' '), shortTitleSegments(titles)];
	const form = forms.find((segments) => widthOf([lead, ...segments]) <= width) ?? forms.at(-1) ?? [];
	// The titles of all sections take precedence over the position in one.
	const right: Segment[] = position === '' ? [] : [{ text: ` ${position}`, token: 'heading' }];
	return { left: [lead, ...form], right };
}
