import { truncate } from '../../format/cells.ts';
import { sanitize } from '../../format/sanitize.ts';
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
	/** As typed; empty for none. */
	readonly filter: string;
	/** Position in the section; empty if there is none. */
	readonly position: string;
}

/** Returns the line of sections: the visible one in brackets, the others as far as they fit, then filter and position. */
export function sectionLine(props: SectionLineProps, theme: Theme): string {
	const { left, right } = sidesOf(props);
	return composeLine(theme, props.width, left, right);
}

/** Returns the target of a cell of it. */
export function sectionLineTarget(props: SectionLineProps, cell: number): Target | undefined {
	const { left, right } = sidesOf(props);
	return segmentTarget(props.width, left, right, cell);
}

/** Minimum useful width of a filter, cells. */
const MIN_FILTER_CELLS = 12;

function sidesOf({ width, sections, shown, filter, position }: SectionLineProps) {
	const titles = sections.map(
		({ id, title, hotkey }): Title => ({ title, hotkey, isShown: id === shown.id, command: `section-${id}` }),
	);
	const lead: Segment = { text: '▸ ', token: 'title' };
	const filterText = filter === '' ? '' : ` /${sanitize(filter, 40)}`;
	const room = width - Math.min(MIN_FILTER_CELLS, widthOf([{ text: filterText }]));
	const forms = [titleSegments(titles, '  '), titleSegments(titles, ' '), shortTitleSegments(titles)];
	const form = forms.find((segments) => widthOf([lead, ...segments]) <= room) ?? forms.at(-1) ?? [];
	const left = [lead, ...form];
	// The titles of all sections and the filter take precedence over the position.
	const place: Segment[] = position === '' ? [] : [{ text: ` ${position}`, token: 'heading' }];
	if (filterText === '') return { left, right: place };
	const both: Segment[] = [{ text: filterText, token: 'match' }, ...place];
	if (widthOf([...left, ...both]) <= width) return { left, right: both };
	const cut: Segment = { text: truncate(filterText, width - widthOf(left)), token: 'match' };
	return { left, right: [cut] };
}
