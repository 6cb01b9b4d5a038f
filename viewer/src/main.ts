// The viewer's beginning: connects, builds the page.
