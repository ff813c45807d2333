import type { QuizQuestion } from '@solstice/rules/missions/quiz/quiz'

/** One question a day, from the first day of the season. */
export const QUIZ_QUESTIONS: readonly QuizQuestion[] = [
  {
    text: {
      en: 'Which star do sailors use to find north?',
      ko: '북쪽을 찾을 때 길잡이가 되는 별은 무엇일까요?',
    },
    options: [
      { en: 'Sirius', ko: '시리우스' },
      { en: 'Polaris', ko: '북극성' },
      { en: 'Vega', ko: '베가' },
    ],
    answer: 1,
    explanation: {
      en: 'Polaris stands almost exactly above the North Pole, so it hardly moves during the night.',
      ko: '북극성은 북극 바로 위에 있어 밤새 거의 움직이지 않아요.',
    },
  },
  {
    text: {
      en: 'What happens on the winter solstice?',
      ko: '동지에는 어떤 일이 일어날까요?',
    },
    options: [
      { en: 'Day and night are equally long', ko: '낮과 밤의 길이가 같아요' },
      { en: 'The moon is full', ko: '보름달이 떠요' },
      { en: 'The night is the longest of the year', ko: '일 년 중 밤이 가장 길어요' },
    ],
    answer: 2,
    explanation: {
      en: 'On that day the sun takes its lowest path, and from then on the days grow longer.',
      ko: '이날 해가 가장 낮게 지나고, 다음 날부터 낮이 길어져요.',
    },
  },
  {
    text: {
      en: 'What is a shooting star?',
      ko: '별똥별의 정체는 무엇일까요?',
    },
    options: [
      { en: 'A grain of dust burning up in the air', ko: '대기에서 타오르는 작은 먼지' },
      { en: 'A star that falls', ko: '떨어지는 별' },
      { en: 'A satellite', ko: '인공위성' },
    ],
    answer: 0,
    explanation: {
      en: 'Most meteors are smaller than a pea and glow because they meet the air so fast.',
      ko: '유성은 대부분 콩보다 작지만 아주 빠르게 떨어져서 빛나요.',
    },
  },
]
