export function StoryStep() {
  return null
}
