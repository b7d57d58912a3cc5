import type { KeyBindings } from '../../state/core/keys.ts';
import { composeLine, type Segment, segmentTarget, widthOf } from '../components/compose-line.ts';
import { shortTitleSegments, type Title, titleSegments } from '../components/title-segments.ts';
import { keyOf } from '../keys/effective-keys.ts';
import type { SectionTitle } from '../surfaces/pane.ts';
import type { Target } from '../terminal/targets.ts';
import type { Theme } from '../theme/theme.ts';

interface SectionLineProps {
	/** Cells. */
	readonly width: number;
	readonly sections: readonly SectionTitle[];
	readonly shown: SectionTitle;
	/** Keys of commands that differ from their declaration. */
	readonly keys: KeyBindings;
}

/** Returns the line of sections: the visible one in brackets, the others as far as they fit. */
export function sectionLine(props: SectionLineProps, theme: Theme): string {
	return composeLine(theme, props.width, segmentsOf(props));
}

/** Returns the target of a cell of it. */
export function sectionLineTarget(props: SectionLineProps, cell: number): Target | undefined {
	return segmentTarget(segmentsOf(props), cell);
}

function segmentsOf({ width, sections, shown, keys }: SectionLineProps): readonly Segment[] {
	const titles = sections.map(({ id, title, hotkey }): Title => {
		const command = `section-${id}`;
		return { title, hotkey: keyOf(command, hotkey, keys), isShown: id === shown.id, command };
	});
	const forms = [titleSegments(titles, '  '), titleSegments(titles, ' '), shortTitleSegments(titles)];
	return forms.find((segments) => widthOf(segments) <= width) ?? forms.at(-1) ?? [];
}
